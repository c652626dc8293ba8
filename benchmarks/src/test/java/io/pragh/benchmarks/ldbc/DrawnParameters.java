package io.pragh.benchmarks.ldbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Scope;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;

/** Draws parameters for any query from the content of a graph; the same parameters for the same graph. One thread. */
final class DrawnParameters {
    private static final int EACH = 12;
    private static final int FREQUENT = 5;
    private static final long DAY_MILLIS = 86_400_000;
    /** Most messages are of 2010. */
    private static final long FIRST_DAY = 14_600;

    private static final int DAYS = 365;

    private final SplittableRandom random = new SplittableRandom(1);
    private final List<Object> persons;
    private final List<Object> messages;
    private final List<Object> firstNames;
    private final List<Object> tags;
    private final List<Object> tagClasses;
    private final List<Object> homes;
    private final List<Map<String, List<Object>>> travellers;
    private final List<Object> busyDays;
    private final List<Object> busyTags;

    DrawnParameters(SnbGraph graph) {
        GraphTraversalSource g = graph.traversal();
        persons = g.V().hasLabel("person").values("id").order().toList();
        messages = g.V().hasLabel("post", "comment").values("id").order().toList();
        firstNames = g.V().hasLabel("person").values("firstName").order().toList();
        tags = g.V().hasLabel("post").out("hasTag").values("name").order().toList();
        tagClasses = g.V().hasLabel("comment")
                .out("replyOf")
                .out("hasTag")
                .out("hasType")
                .values("name")
                .order()
                .toList();
        homes = g.V().hasLabel("person")
                .out("workAt")
                .out("isLocatedIn")
                .values("name")
                .order()
                .toList();
        travellers = g.V().hasLabel("person")
                .order()
                .by("id")
                .where(__.both("knows"))
                .as("person")
                .<List<Object>>project("friends", "countries")
                .by(__.both("knows").values("id").order().fold())
                .by(__.in("hasCreator")
                        .out("isLocatedIn")
                        .dedup()
                        .not(__.in("isPartOf").in("isLocatedIn").where(P.eq("person")))
                        .values("name")
                        .order()
                        .fold())
                .where(__.select("countries").count(Scope.local).is(P.gte(2)))
                .toList();
        List<Object> dates = g.V().hasLabel("comment")
                .where(__.out("hasTag"))
                .values("creationDate")
                .order()
                .toList();
        Map<Object, Long> perDay = new HashMap<>();
        dates.forEach(date -> perDay.merge((long) date / DAY_MILLIS * DAY_MILLIS, 1L, Long::sum));
        busyDays = frequent(perDay);
        busyTags = frequent(g.V().hasLabel("comment")
                .out("hasTag")
                .<Object>values("name")
                .groupCount()
                .next());
        graph.end();
    }

    private static List<Object> frequent(Map<Object, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<Object, Long>comparingByValue()
                        .reversed()
                        .thenComparing(entry -> entry.getKey().toString()))
                .limit(FREQUENT)
                .<Object>map(Map.Entry::getKey)
                .toList();
    }

    /** Some parameters for a query. */
    List<SnbParameters> of(SnbQuery query) {
        List<SnbParameters> all = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            Map<String, Object> values = any();
            if (query == SnbQuery.IC3) {
                drawTraveller(values);
            }
            all.add(new SnbParameters(values));
        }
        return all;
    }

    /**
     * Draws a person that knows another one who has been in two countries, both countries, and a period that is long
     * enough.
     */
    private void drawTraveller(Map<String, Object> values) {
        Map<String, List<Object>> traveller = travellers.get(random.nextInt(travellers.size()));
        List<Object> countries = traveller.get("countries");
        int first = random.nextInt(countries.size());
        values.put("personId", drawn(traveller.get("friends")));
        values.put("countryXName", countries.get(first));
        values.put("countryYName", countries.get((first + 1) % countries.size()));
        values.put("startDate", (FIRST_DAY - DAYS) * DAY_MILLIS);
        values.put("durationDays", 3 * DAYS);
    }

    private Map<String, Object> any() {
        Map<String, Object> values = new HashMap<>();
        long day = (FIRST_DAY + random.nextInt(DAYS)) * DAY_MILLIS;
        values.put("personId", drawn(persons));
        values.put("person1Id", drawn(persons));
        values.put("person2Id", drawn(persons));
        values.put("messageId", drawn(messages));
        values.put("firstName", drawn(firstNames));
        values.put("tagName", drawn(tags));
        values.put("tagClassName", drawn(tagClasses));
        values.put("countryName", drawn(homes));
        values.put("month", 1 + random.nextInt(12));
        values.put("workFromYear", 2000 + random.nextInt(15));
        for (String date : List.of("startDate", "minDate", "maxDate", "datetime", "date")) {
            values.put(date, day);
        }
        values.put("endDate", day + random.nextInt(DAYS) * DAY_MILLIS);
        values.put("durationDays", 30 + random.nextInt(DAYS));
        values.put("tagA", drawn(busyTags));
        values.put("tagB", values.get("tagA"));
        values.put("dateA", drawn(busyDays));
        values.put("dateB", values.get("dateA"));
        values.put("maxKnowsLimit", random.nextInt(4));
        return values;
    }

    private Object drawn(List<Object> from) {
        return from.get(random.nextInt(from.size()));
    }
}

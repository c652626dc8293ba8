package io.pragh.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTextTest {
    @Test
    void nestedValuesAreIndented() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", "a \"b\" \\ c\n\t");
        map.put("list", List.of(1, 2L, true));
        map.put("none", null);
        map.put("empty", Map.of());
        assertEquals("""
                {
                  "name": "a \\"b\\" \\\\ c\\n\\u0009",
                  "list": [
                    1,
                    2,
                    true
                  ],
                  "none": null,
                  "empty": {}
                }
                """, JsonText.of(map));
    }

    @Test
    void numbersAreShortAndValid() {
        assertEquals("0.123457\n", JsonText.of(0.123456789));
        assertEquals("1234567\n", JsonText.of(1234567.0));
        assertEquals("1234570\n", JsonText.of(1234567.5));
        assertEquals("0.00000012\n", JsonText.of(1.2e-7));
        assertEquals("0\n", JsonText.of(0.0));
        assertEquals("null\n", JsonText.of(Double.NaN));
        assertEquals("[]\n", JsonText.of(List.of()));
    }
}

package io.pragh.core.property.value;

import io.pragh.core.base.PraghException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;

/** Encodes dates, times and durations. Stateless. */
final class TimeCodec {
    static final int DATE = 40;
    static final int INSTANT = 41;
    static final int LOCAL_DATE = 42;
    static final int LOCAL_TIME = 43;
    static final int LOCAL_DATE_TIME = 44;
    static final int OFFSET_DATE_TIME = 45;
    static final int OFFSET_TIME = 46;
    static final int ZONED_DATE_TIME = 47;
    static final int DURATION = 48;
    static final int PERIOD = 49;
    static final int YEAR = 50;
    static final int YEAR_MONTH = 51;
    static final int MONTH_DAY = 52;
    static final int ZONE_OFFSET = 53;

    private TimeCodec() {}

    /** Writes a value with its tag; false for a value of another type. */
    @SuppressWarnings("JavaUtilDate") // applications may store them
    static boolean write(ValueOutput out, Object value) {
        if (value.getClass() == Date.class) {
            out.putByte(DATE).putLong(((Date) value).getTime());
        } else if (value instanceof Instant instant) {
            out.putByte(INSTANT).putLong(instant.getEpochSecond()).putInt(instant.getNano());
        } else if (value instanceof LocalDate date) {
            out.putByte(LOCAL_DATE).putLong(date.toEpochDay());
        } else if (value instanceof LocalTime time) {
            out.putByte(LOCAL_TIME).putLong(time.toNanoOfDay());
        } else if (value instanceof LocalDateTime time) {
            write(out.putByte(LOCAL_DATE_TIME), time);
        } else if (value instanceof OffsetDateTime time) {
            write(out.putByte(OFFSET_DATE_TIME), time.toLocalDateTime());
            out.putInt(time.getOffset().getTotalSeconds());
        } else if (value instanceof OffsetTime time) {
            out.putByte(OFFSET_TIME).putLong(time.toLocalTime().toNanoOfDay());
            out.putInt(time.getOffset().getTotalSeconds());
        } else if (value instanceof ZonedDateTime time) {
            write(out.putByte(ZONED_DATE_TIME), time.toLocalDateTime());
            out.putInt(time.getOffset().getTotalSeconds())
                    .putText(time.getZone().getId());
        } else if (value instanceof Duration duration) {
            out.putByte(DURATION).putLong(duration.getSeconds()).putInt(duration.getNano());
        } else {
            return writeRest(out, value);
        }
        return true;
    }

    private static boolean writeRest(ValueOutput out, Object value) {
        if (value instanceof Period period) {
            out.putByte(PERIOD)
                    .putInt(period.getYears())
                    .putInt(period.getMonths())
                    .putInt(period.getDays());
        } else if (value instanceof Year year) {
            out.putByte(YEAR).putInt(year.getValue());
        } else if (value instanceof YearMonth month) {
            out.putByte(YEAR_MONTH).putInt(month.getYear()).putByte(month.getMonthValue());
        } else if (value instanceof MonthDay day) {
            out.putByte(MONTH_DAY).putByte(day.getMonthValue()).putByte(day.getDayOfMonth());
        } else if (value instanceof ZoneOffset offset) {
            out.putByte(ZONE_OFFSET).putInt(offset.getTotalSeconds());
        } else {
            return false;
        }
        return true;
    }

    private static void write(ValueOutput out, LocalDateTime time) {
        out.putLong(time.toLocalDate().toEpochDay()).putLong(time.toLocalTime().toNanoOfDay());
    }

    private static LocalDateTime dateTime(ValueInput in) {
        LocalDate date = LocalDate.ofEpochDay(in.getLong());
        return LocalDateTime.of(date, LocalTime.ofNanoOfDay(in.getLong()));
    }

    private static ZoneOffset offset(ValueInput in) {
        return ZoneOffset.ofTotalSeconds(in.getInt());
    }

    /** Keeps the stored offset, because an hour occurs twice when summer time ends. */
    private static ZonedDateTime zoned(ValueInput in) {
        LocalDateTime local = dateTime(in);
        ZoneOffset offset = offset(in);
        return ZonedDateTime.ofLocal(local, ZoneId.of(in.getText()), offset);
    }

    /** Reads a value whose tag was read. */
    @SuppressWarnings("JavaUtilDate") // applications may store them
    static Object read(ValueInput in, int tag) {
        return switch (tag) {
            case DATE -> new Date(in.getLong());
            case INSTANT -> Instant.ofEpochSecond(in.getLong(), in.getInt());
            case LOCAL_DATE -> LocalDate.ofEpochDay(in.getLong());
            case LOCAL_TIME -> LocalTime.ofNanoOfDay(in.getLong());
            case LOCAL_DATE_TIME -> dateTime(in);
            case OFFSET_DATE_TIME -> OffsetDateTime.of(dateTime(in), offset(in));
            case OFFSET_TIME -> OffsetTime.of(LocalTime.ofNanoOfDay(in.getLong()), offset(in));
            case ZONED_DATE_TIME -> zoned(in);
            case DURATION -> Duration.ofSeconds(in.getLong(), in.getInt());
            case PERIOD -> Period.of(in.getInt(), in.getInt(), in.getInt());
            case YEAR -> Year.of(in.getInt());
            case YEAR_MONTH -> YearMonth.of(in.getInt(), in.getByte());
            case MONTH_DAY -> MonthDay.of(in.getByte(), in.getByte());
            case ZONE_OFFSET -> offset(in);
            default -> throw new PraghException("no time has this tag; do all nodes run one version? tag=" + tag);
        };
    }
}

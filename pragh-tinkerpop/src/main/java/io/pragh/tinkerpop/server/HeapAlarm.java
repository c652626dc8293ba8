package io.pragh.tinkerpop.server;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports after each garbage collection how full the heap is of surviving objects. It reports on a thread of the JVM.
 * Any thread.
 */
/*
 * The measure is the pool of long-lived objects, right after a run of a collector that manages it: the objects in the
 * pool are reachable then, or have died since. Young collections of the serial and the parallel collector do not
 * manage that pool, and say nothing of it. Those of G1 do, and leave objects in it that may have died since G1 last
 * examined all of it.
 */
final class HeapAlarm implements NotificationListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HeapAlarm.class);
    private static final int PERCENT = 100;

    private final Consumer<Fill> told;
    private final String pool;
    private final List<NotificationEmitter> collectors;

    /**
     * The heap after a collection.
     *
     * @param usedBytes bytes used in the pool of long-lived objects
     * @param maxBytes size limit of this pool
     * @param isWhole whether the collection examined all of that pool, so that the remaining objects were reachable
     * @param beganMillis when it began, in the time of the JVM
     */
    record Fill(long usedBytes, long maxBytes, boolean isWhole, long beganMillis) {
        int percent() {
            return (int) (usedBytes * PERCENT / maxBytes);
        }
    }

    private HeapAlarm(Consumer<Fill> told, String pool, List<NotificationEmitter> collectors) {
        this.told = told;
        this.pool = pool;
        this.collectors = collectors;
    }

    /** Starts to report; reports nothing in a JVM that does not give the memory use after collections. */
    static HeapAlarm start(Consumer<Fill> told) {
        String pool = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(each ->
                        each.getType() == MemoryType.HEAP && each.isUsageThresholdSupported()) // young pools have none
                .max(Comparator.comparingLong(each -> each.getUsage().getMax()))
                .map(MemoryPoolMXBean::getName)
                .orElse("");
        List<NotificationEmitter> collectors = new ArrayList<>();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (Arrays.asList(collector.getMemoryPoolNames()).contains(pool)
                    && collector instanceof NotificationEmitter emitter) {
                collectors.add(emitter);
            }
        }
        if (collectors.isEmpty()) {
            LOG.warn("this JVM does not tell what its collections leave: no request is ended because the heap is full");
        }
        HeapAlarm alarm = new HeapAlarm(told, pool, collectors);
        collectors.forEach(each -> each.addNotificationListener(alarm, null, null));
        return alarm;
    }

    @Override
    public void handleNotification(Notification notification, Object handback) {
        if (!GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())) {
            return;
        }
        GarbageCollectionNotificationInfo collection =
                GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
        GcInfo info = collection.getGcInfo();
        MemoryUsage left = info.getMemoryUsageAfterGc().get(pool);
        if (left != null) {
            long max = left.getMax() > 0 ? left.getMax() : Runtime.getRuntime().maxMemory();
            told.accept(new Fill(left.getUsed(), max, isWhole(collection), info.getStartTime()));
        }
    }

    /**
     * Serial, parallel and G1 give the action; collectors that work beside the application are recognized by name.
     */
    private static boolean isWhole(GarbageCollectionNotificationInfo collection) {
        String name = collection.getGcName();
        return collection.getGcAction().contains("major") || name.contains("Cycles") && !name.contains("Minor");
    }

    @Override
    public void close() {
        for (NotificationEmitter collector : collectors) {
            try {
                collector.removeNotificationListener(this);
            } catch (ListenerNotFoundException closed) {
                LOG.debug("closed twice", closed);
            }
        }
    }
}

package io.pragh.rdma.tcp;

import io.netty.buffer.ByteBufAllocator;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Memory for frames that runs short once. Any thread. */
final class ScarceMemory {
    private ScarceMemory() {}

    /** An allocator that has no direct memory the first time that it is asked for some while {@code when} is true. */
    static ByteBufAllocator once(BooleanSupplier when) {
        AtomicInteger refused = new AtomicInteger();
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("directBuffer") && when.getAsBoolean() && refused.getAndIncrement() == 0) {
                throw new OutOfMemoryError("no direct memory for a frame");
            }
            return method.invoke(ByteBufAllocator.DEFAULT, arguments);
        };
        return (ByteBufAllocator) Proxy.newProxyInstance(
                ScarceMemory.class.getClassLoader(), new Class<?>[] {ByteBufAllocator.class}, handler);
    }
}

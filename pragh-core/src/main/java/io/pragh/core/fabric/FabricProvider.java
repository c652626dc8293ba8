package io.pragh.core.fabric;

import io.pragh.core.base.PraghException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Opens fabrics of one scheme. Found through {@link ServiceLoader}, so that a node depends on no network library.
 * Stateless.
 */
public interface FabricProvider {
    /** The part of an address before the first colon. */
    String scheme();

    /**
     * Opens a fabric, which is reachable when this returns. Callers use {@link #openFabric}. Throws
     * {@link PraghException} with one clear sentence when the seat cannot be taken: a port in use, a folder without
     * room, a setting that is missing or unknown.
     */
    Fabric open(FabricSeat seat);

    /** Opens the fabric that the scheme of the seat's address names. */
    static Fabric openFabric(FabricSeat seat) {
        List<String> known = new ArrayList<>();
        for (FabricProvider provider : ServiceLoader.load(FabricProvider.class)) {
            if (provider.scheme().equals(seat.scheme())) {
                return provider.open(seat);
            }
            known.add(provider.scheme());
        }
        throw new PraghException("no fabric has this scheme: address=" + seat.address() + " known=" + known);
    }
}

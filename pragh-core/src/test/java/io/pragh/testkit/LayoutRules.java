package io.pragh.testkit;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.pragh.testkit.LayoutTable.Door;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks the main classes of one module against the {@link LayoutTable}; every violation is a sentence. One thread.
 */
public final class LayoutRules {

    private static final String ROOT = "io.pragh.";

    private final LayoutTable table;
    private final JavaClasses classes;

    /** Rules for one module, named by the short name of its root package: {@code core} for {@code io.pragh.core}. */
    public LayoutRules(LayoutTable table, String module) {
        this(
                table,
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(ROOT + module));
    }

    LayoutRules(LayoutTable table, JavaClasses classes) {
        if (classes.isEmpty()) {
            throw new IllegalArgumentException("no class to check: is the module's name right?");
        }
        this.table = table;
        this.classes = classes;
    }

    /** The number of top-level types of a package, which is given by its short name. */
    public long typeCount(String name) {
        return classes.stream()
                .filter(type -> nameOf(type).equals(name) && type.isTopLevelClass() && !isPackageInfo(type))
                .count();
    }

    /** Packages that hold code but have no row. */
    public List<String> packagesWithoutRow() {
        Set<String> missing = new TreeSet<>();
        for (JavaClass type : classes) {
            if (!isPackageInfo(type) && !table.grants().containsKey(nameOf(type))) {
                missing.add(nameOf(type) + " has no row in architecture.txt");
            }
        }
        return List.copyOf(missing);
    }

    /** Uses of another package that the using package's row does not grant. */
    public List<String> ungrantedUses() {
        Set<String> violations = new TreeSet<>();
        for (JavaClass type : classes) {
            String from = nameOf(type);
            Set<String> granted = table.grants().getOrDefault(from, Set.of());
            for (Dependency use : type.getDirectDependenciesFromSelf()) {
                JavaClass target = use.getTargetClass().getBaseComponentType();
                String to = nameOf(target);
                if (isOurs(target) && !to.equals(from) && !granted.contains(to)) {
                    violations.add(from + " is not granted " + to + ": " + use.getDescription());
                }
            }
        }
        return List.copyOf(violations);
    }

    /** Uses of a target whose door is closed to the using package. */
    public List<String> usesThroughClosedDoors() {
        List<String> violations = new ArrayList<>();
        for (JavaClass type : classes) {
            String from = nameOf(type);
            for (Door door : table.doors()) {
                if (door.isClosedTo(from)) {
                    uses(type, door)
                            .forEach(use -> violations.add(from + " must not use " + door.target() + ": " + use));
                }
            }
        }
        return violations;
    }

    private static List<String> uses(JavaClass type, Door door) {
        if (door.isAboutCalls()) {
            return type.getAccessesFromSelf().stream()
                    .filter(access -> isTo(access, door.target()))
                    .map(JavaAccess::getDescription)
                    .toList();
        }
        return type.getDirectDependenciesFromSelf().stream()
                .filter(use -> isAt(use.getTargetClass().getBaseComponentType(), door.target()))
                .map(Dependency::getDescription)
                .toList();
    }

    private static boolean isTo(JavaAccess<?> access, String target) {
        String owner = access.getTargetOwner().getName();
        String method = owner + "#" + access.getTarget().getName();
        String signature = owner + "#" + access.getTarget().getFullName().substring(owner.length() + 1);
        return method.equals(target) || signature.equals(target);
    }

    private static boolean isAt(JavaClass type, String target) {
        String name = type.getName();
        return name.equals(target) || name.startsWith(target + ".") || name.startsWith(target + "$");
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().startsWith(ROOT);
    }

    private static boolean isPackageInfo(JavaClass type) {
        return type.getSimpleName().equals("package-info");
    }

    private static String nameOf(JavaClass type) {
        return isOurs(type) ? type.getPackageName().substring(ROOT.length()) : type.getPackageName();
    }
}

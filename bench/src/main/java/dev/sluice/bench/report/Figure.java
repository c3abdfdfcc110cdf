package dev.sluice.bench.report;

/**
 * One number that a suite states, and that a target may name.
 *
 * @param name its name within the suite, in camel case; part of the contract with the targets file
 * @param value in the unit's base
 * @param unit what it counts
 * @param meaning one line: which numbers it was made of
 */
public record Figure(String name, double value, Unit unit, String meaning) {
    /**
     * Refuses a figure that no target could be compared with.
     *
     * @param name as the record says
     * @param value as the record says
     * @param unit as the record says
     * @param meaning as the record says
     */
    public Figure {
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("Figure " + name + " is not a number");
        }
    }

    /**
     * The value as a reader wants it.
     *
     * @return text with its unit
     */
    public String text() {
        return unit.format(value);
    }
}

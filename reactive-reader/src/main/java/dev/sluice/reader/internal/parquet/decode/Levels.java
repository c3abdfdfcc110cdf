package dev.sluice.reader.internal.parquet.decode;

import static org.apache.arrow.memory.util.MemoryUtil.getByte;
import static org.apache.arrow.memory.util.MemoryUtil.getInt;
import static org.apache.arrow.memory.util.MemoryUtil.getLong;
import static org.apache.arrow.memory.util.MemoryUtil.putInt;
import static org.apache.arrow.memory.util.MemoryUtil.putLong;

import dev.sluice.reader.internal.parquet.CorruptDataException;

/** Loops over levels of one byte each: counts, validity bitmaps, list offsets. */
public final class Levels {
    private Levels() {}

    /** One level. */
    public static int at(long levels, int index) {
        return getByte(levels + index);
    }

    /** How many levels are 0. */
    public static int zeros(long levels, int from, int count) {
        int zeros = 0;
        for (int i = from; i < from + count; i++) {
            zeros += getByte(levels + i) == 0 ? 1 : 0;
        }
        return zeros;
    }

    /** How many levels reach a level. */
    public static int atLeast(long levels, int from, int count, int level) {
        if (level == 0) {
            return count;
        }
        int reached = 0;
        for (int i = from; i < from + count; i++) {
            reached += getByte(levels + i) >= level ? 1 : 0;
        }
        return reached;
    }

    /** How many entries lie in front of the start of the row behind so many rows that start here. */
    public static int entriesBefore(long repetition, int from, int end, int rows) {
        int left = rows;
        for (int i = from; i < end; i++) {
            if (getByte(repetition + i) == 0 && left-- == 0) {
                return i - from;
            }
        }
        return end - from;
    }

    /**
     * Writes the bitmap of a node that has no repetition of its own between it and its leaf.
     *
     * @param definition address of the first entry's level
     * @param slotLevel from which level on an entry is a slot
     * @param valueLevel from which level on the slot is not NULL
     * @param target a zeroed bitmap
     * @return how many slots there are
     */
    public static int validity(
            long definition, int entries, int slotLevel, int valueLevel, long target, long targetBit) {
        long bit = targetBit;
        for (int i = 0; i < entries; i++) {
            int level = getByte(definition + i);
            if (level >= slotLevel) {
                or(target, bit++, level >= valueLevel ? 1 : 0);
            }
        }
        return (int) (bit - targetBit);
    }

    private static void or(long target, long bit, long value) {
        long address = target + ((bit >>> 6) << 3);
        putLong(address, getLong(address) | (value << (bit & 63)));
    }

    /** How many elements a list has. */
    public static int count(long repetition, long definition, int entries, int maxRepetition, int elementLevel) {
        int elements = 0;
        for (int i = 0; i < entries; i++) {
            elements += getByte(repetition + i) <= maxRepetition && getByte(definition + i) >= elementLevel ? 1 : 0;
        }
        return elements;
    }

    /** Where a node's slots and elements stand while its entries pass by. */
    public static final class Cursor {
        /** Slots that there is room for. */
        public int limit;

        /** Slots so far. */
        public int slots;

        /** Elements so far. */
        public int elements;

        /** Slots that are NULL. */
        public int nulls;
    }

    /** A node's levels; {@code elementDefinition} is not looked at for a struct. */
    public record Shape(int repetition, int slotDefinition, int definition, int elementDefinition) {}

    /**
     * Takes validity and offsets of a list, or validity alone of a struct, from entries of a leaf below it.
     *
     * @param repetition address of the first entry's level; 0 if all are 0
     * @param definition address of the first entry's level; 0 if all are at their highest
     * @param shape the node's levels
     * @param validity a bitmap with room for the slots, zeroed before it is written
     * @param offsets room for one more offset than slots, the first of which is 0; 0 for a struct
     * @param writes whether the leaf is the first below the node; others must say the same as it did
     */
    public static void append(
            long repetition,
            long definition,
            int entries,
            Shape shape,
            long validity,
            long offsets,
            Cursor cursor,
            boolean writes) {
        int slots = cursor.slots;
        int elements = cursor.elements;
        boolean same = true;
        for (int i = 0; i < entries; i++) {
            int rep = repetition == 0 ? 0 : getByte(repetition + i);
            int def = definition == 0 ? Byte.MAX_VALUE : getByte(definition + i);
            if (rep <= shape.repetition && def >= shape.slotDefinition) {
                if (slots == cursor.limit) {
                    throw disagreement();
                }
                int valid = def >= shape.definition ? 1 : 0;
                if (writes) {
                    or(validity, slots, valid);
                    cursor.nulls += 1 - valid;
                } else {
                    same &= Bits.get(validity, slots) == valid;
                    same &= offsets == 0 || getInt(offsets + 4L * slots) == elements;
                }
                slots++;
            }
            if (offsets != 0 && rep <= shape.repetition + 1 && def >= shape.elementDefinition) {
                elements++;
                if (slots == 0) {
                    throw disagreement();
                }
            }
            if (offsets != 0 && writes) {
                putInt(offsets + 4L * slots, elements);
            }
        }
        if (!same) {
            throw disagreement();
        }
        cursor.slots = slots;
        cursor.elements = elements;
    }

    private static CorruptDataException disagreement() {
        return new CorruptDataException("columns of one group disagree about its rows");
    }
}

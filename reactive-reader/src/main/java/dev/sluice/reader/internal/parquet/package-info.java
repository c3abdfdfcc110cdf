/**
 * Parquet files to Arrow batches: footer, plan, windows of ranges, pages, decoders.
 *
 * <p><b>Why the byte limit can't deadlock.</b> The fetch share is spent by arithmetic, not by waiting: before a range is
 * asked for, {@code FetchQueue} checks that it fits beside everything else that is asked for or held, so a request never
 * waits for a permit that only a later step would free. Row groups are asked for in order, and a row group is either held
 * whole (it fits the share) or every chunk has a window of its own; the windows together never exceed the share, and each
 * holds at least the page that is decoded next, or the read fails with an error that names the page. The decode share holds
 * what the source keeps (dictionaries, decompressed pages) and the vectors. The source asks for vectors only as many bytes as
 * the share has beside what the source itself holds; whatever else is in use belongs to batches that were given out, which
 * the consumer closes without any help of the source. So every wait ends by an event that does not depend on the waiter.
 *
 * <p>Batches end at row-group ends. A batch is the largest that fits the asked rows, the byte target (a quarter of the decode
 * share) and the pages at hand.
 */
@NullMarked
package dev.sluice.reader.internal.parquet;

import org.jspecify.annotations.NullMarked;

package dev.sluice.testkit.internal.store;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A bucket: for each key its versions, the newest first. Reads never wait; writes take turns, so that a condition and
 * the write it guards are one step.
 */
public final class Bucket {
    private static final int MAX_KEY_BYTES = 1024;

    private final String name;
    private final Instant createdAt = Instant.now();
    private final Files files;
    private final ConcurrentNavigableMap<String, List<Entry>> keys = new ConcurrentSkipListMap<>(Utf8Order.INSTANCE);
    private final Uploads uploads;
    private volatile Versioning versioning = Versioning.OFF;
    private volatile Map<String, String> tags = Map.of();
    private volatile Acl acl = Acl.PRIVATE;

    /** What becomes of the files that nothing refers to any more. */
    interface Files {
        void discard(Entry entry);
    }

    Bucket(String name, Files files, long minimumPartBytes) {
        this.name = name;
        this.files = files;
        this.uploads = new Uploads(this, minimumPartBytes);
    }

    public String name() {
        return name;
    }

    public Instant createdAt() {
        return createdAt;
    }

    public Uploads uploads() {
        return uploads;
    }

    public Versioning versioning() {
        return versioning;
    }

    public void versioning(Versioning state) {
        this.versioning = state;
    }

    public Map<String, String> tags() {
        return tags;
    }

    public void tags(Map<String, String> changed) {
        this.tags = Map.copyOf(changed);
    }

    public Acl acl() {
        return acl;
    }

    public void acl(Acl changed) {
        this.acl = changed;
    }

    /** The keys and their versions, live, in the order of their UTF-8 bytes. */
    public ConcurrentNavigableMap<String, List<Entry>> keys() {
        return keys;
    }

    public boolean isEmpty() {
        return keys.isEmpty() && uploads.isEmpty();
    }

    /** The newest version, if it is an object. */
    public Optional<Entry> current(String key) {
        return Optional.ofNullable(live(key));
    }

    /** The version of that id, be it a delete marker; without an id the newest. */
    public Optional<Entry> version(String key, @Nullable String versionId) {
        for (Entry entry : keys.getOrDefault(key, List.of())) {
            if (versionId == null || entry.versionId().equals(versionId)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    /** Stores an object; its version and its time are given here. */
    public synchronized Entry put(Entry wanted, WriteCondition condition) {
        if (wanted.key().getBytes(StandardCharsets.UTF_8).length > MAX_KEY_BYTES) {
            throw new StorageFailure(400, "KeyTooLongError", "Your key is too long");
        }
        condition.check(wanted.key(), live(wanted.key()));
        return push(wanted.withVersion(newVersion()));
    }

    /** Deletes a key as a DELETE without a version does: for good, or by a marker. */
    public synchronized Optional<Entry> delete(String key, WriteCondition condition) {
        condition.check(key, live(key));
        if (versioning == Versioning.OFF) {
            Optional<Entry> removed = version(key, Entry.NULL_VERSION);
            removed.ifPresent(this::remove);
            return Optional.empty();
        }
        return Optional.of(push(Entry.deleteMarker(key, newVersion(), now())));
    }

    /** Deletes one version for good. */
    public synchronized Optional<Entry> deleteVersion(String key, String versionId) {
        Optional<Entry> found = version(key, versionId);
        found.ifPresent(this::remove);
        return found;
    }

    public Entry changeTags(Entry of, Map<String, String> changed) {
        return change(of, entry -> entry.withTags(Map.copyOf(changed)));
    }

    public Entry changeAcl(Entry of, Acl changed) {
        return change(of, entry -> entry.withAcl(changed));
    }

    private synchronized Entry change(Entry of, UnaryOperator<Entry> change) {
        Entry current = version(of.key(), of.versionId()).orElseThrow(() -> StorageFailure.noSuchKey(of.key()));
        Entry changed = change.apply(current);
        List<Entry> versions = new ArrayList<>(keys.getOrDefault(of.key(), List.of()));
        versions.replaceAll(entry -> entry.versionId().equals(changed.versionId()) ? changed : entry);
        keys.put(of.key(), List.copyOf(versions));
        return changed;
    }

    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private @Nullable Entry live(String key) {
        List<Entry> versions = keys.get(key);
        return versions == null || versions.get(0).isDeleteMarker() ? null : versions.get(0);
    }

    private String newVersion() {
        return versioning == Versioning.ENABLED ? UUID.randomUUID().toString().replace("-", "") : Entry.NULL_VERSION;
    }

    private Entry push(Entry entry) {
        List<Entry> before = keys.getOrDefault(entry.key(), List.of());
        List<Entry> after = new ArrayList<>(before.size() + 1);
        after.add(entry);
        Entry replaced = null;
        for (Entry old : before) {
            if (old.versionId().equals(entry.versionId())) {
                replaced = old;
            } else {
                after.add(old);
            }
        }
        keys.put(entry.key(), List.copyOf(after));
        if (replaced != null) {
            files.discard(replaced);
        }
        return entry;
    }

    private void remove(Entry entry) {
        List<Entry> after = new ArrayList<>(keys.getOrDefault(entry.key(), List.of()));
        after.removeIf(old -> old.versionId().equals(entry.versionId()));
        if (after.isEmpty()) {
            keys.remove(entry.key());
        } else {
            keys.put(entry.key(), List.copyOf(after));
        }
        files.discard(entry);
    }
}

package dev.sluice.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {
    @Test
    void kibibytesOfTheKernelBecomeBytes() throws IOException {
        assertThat(ProcessMemory.parse(List.of("Name:\tjava", "VmHWM:\t  12000 kB", "VmRSS:\t  10000 kB")))
                .isEqualTo(new ProcessMemory(10_240_000, 12_288_000));
    }

    @Test
    void zombieHasNoMemory() {
        assertThatThrownBy(() -> ProcessMemory.parse(List.of("Name:\tjava", "State:\tZ (zombie)")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("VmRSS");
    }

    @Test
    void thisProcessIsResident() throws IOException {
        ProcessMemory memory = ProcessMemory.ofThisProcess();

        assertThat(memory.residentBytes()).isGreaterThan(1 << 20);
        assertThat(memory.highWaterBytes()).isGreaterThanOrEqualTo(memory.residentBytes());
    }
}

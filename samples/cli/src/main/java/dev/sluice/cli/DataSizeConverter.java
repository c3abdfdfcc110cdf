package dev.sluice.cli;

import dev.sluice.reader.DataSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** For picocli. */
final class DataSizeConverter implements ITypeConverter<DataSize> {
    @Override
    public DataSize convert(String text) {
        try {
            return DataSize.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}

package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.http.HttpReply;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** An XML document as S3 answers it, written from the top. */
final class XmlReply {
    static final String CONTENT_TYPE = "application/xml";

    private static final String NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    private final XMLStreamWriter writer;

    private XmlReply(String root, boolean namespace) {
        try {
            writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
            writer.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
            writer.writeStartElement(root);
            if (namespace) {
                writer.writeDefaultNamespace(NAMESPACE);
            }
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    static XmlReply of(String root) {
        return new XmlReply(root, true);
    }

    /** An error document has no namespace. */
    static XmlReply error() {
        return new XmlReply("Error", false);
    }

    XmlReply open(String element) {
        try {
            writer.writeStartElement(element);
            return this;
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    XmlReply close() {
        try {
            writer.writeEndElement();
            return this;
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An element that holds text; left out when the text is null. */
    XmlReply text(String element, @Nullable Object text) {
        if (text == null) {
            return this;
        }
        try {
            writer.writeStartElement(element);
            writer.writeCharacters(text.toString());
            writer.writeEndElement();
            return this;
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Text of the element that is open. */
    XmlReply characters(String text) {
        try {
            writer.writeCharacters(text);
            return this;
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The opening of a grantee, whose kind is an attribute. */
    XmlReply openGrantee(String kind) {
        try {
            writer.writeStartElement("Grantee");
            writer.writeNamespace("xsi", "http://www.w3.org/2001/XMLSchema-instance");
            writer.writeAttribute("xsi", "http://www.w3.org/2001/XMLSchema-instance", "type", kind);
            return this;
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    byte[] bytes() {
        try {
            writer.writeEndDocument();
            writer.close();
            return bytes.toByteArray();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpReply.Builder reply(int status) {
        return HttpReply.status(status).body(bytes(), CONTENT_TYPE);
    }

    HttpReply ok() {
        return reply(200).build();
    }
}

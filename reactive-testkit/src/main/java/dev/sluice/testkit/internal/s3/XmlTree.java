package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.internal.store.StorageFailure;
import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** A small XML document, as clients send them. */
final class XmlTree {
    private final String name;
    private final List<XmlTree> children = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private @Nullable String type;

    private XmlTree(String name) {
        this.name = name;
    }

    static XmlTree parse(byte[] document) {
        Deque<XmlTree> open = new ArrayDeque<>();
        XmlTree top = new XmlTree("");
        open.push(top);
        try {
            XMLStreamReader reader = factory().createXMLStreamReader(new ByteArrayInputStream(document));
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        XmlTree child = new XmlTree(reader.getLocalName());
                        child.type = reader.getAttributeValue("http://www.w3.org/2001/XMLSchema-instance", "type");
                        open.element().children.add(child);
                        open.push(child);
                    }
                    case XMLStreamConstants.END_ELEMENT -> open.pop();
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                        open.element().text.append(reader.getText());
                    default -> {
                        // Comments and instructions mean nothing to S3.
                    }
                }
            }
        } catch (XMLStreamException e) {
            throw malformed();
        }
        if (top.children.size() != 1) {
            throw malformed();
        }
        return top.children.get(0);
    }

    static StorageFailure malformed() {
        return new StorageFailure(
                400,
                "MalformedXML",
                "The XML you provided was not well-formed or did not validate against our published schema");
    }

    String name() {
        return name;
    }

    String text() {
        return text.toString();
    }

    /** The value of {@code xsi:type}. */
    @Nullable
    String type() {
        return type;
    }

    List<XmlTree> children() {
        return children;
    }

    List<XmlTree> children(String named) {
        return children.stream().filter(child -> child.name.equals(named)).toList();
    }

    @Nullable
    XmlTree child(String named) {
        for (XmlTree child : children) {
            if (child.name.equals(named)) {
                return child;
            }
        }
        return null;
    }

    /** The text of a child; null when it is not there. */
    @Nullable
    String text(String named) {
        XmlTree child = child(named);
        return child == null ? null : child.text();
    }

    /** The text of a child that must be there. */
    String required(String named) {
        String found = text(named);
        if (found == null) {
            throw malformed();
        }
        return found;
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        return factory;
    }
}

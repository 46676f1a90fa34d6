"""Describes texts for people in the API description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar.openapi.spec import Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from quincunx.protocol import words
from quincunx.words import Text

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator


class TextSchema(OpenAPISchemaPlugin):
    """Describes a text as a string or a phrase."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Whether the field is a text."""
        return field_definition.annotation is Text

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        """The schema of a text."""
        found = schema_creator.for_field_definition(FieldDefinition.from_annotation(words.Text))
        assert isinstance(found, Schema)
        return found

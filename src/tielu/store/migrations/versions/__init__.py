"""One module for each revision of the schema. A revision that has been released is never changed again."""

"""A position as a picture. The browser client has the same drawings and colours: `make protocol` writes its copies."""

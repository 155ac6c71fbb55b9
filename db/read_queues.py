"""One SELECT per function for drawing queues and saying how they stand; reads judges too."""

from sqlalchemy import Connection as Connection

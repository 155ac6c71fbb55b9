"""One page to send to somebody, and a check for a build: what the results say, once more.

Everything is computed by the services that the screens use. Nothing is estimated here.
"""

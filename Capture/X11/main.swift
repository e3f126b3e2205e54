// The entry point comes with the backend.

// The bundled demo server.
process.exitCode = 1

module posthorn.example/receiver

go 1.24.0

require posthorn.example/posthorn v0.2.0

replace posthorn.example/posthorn => ../../../clients/go

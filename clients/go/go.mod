module posthorn.example/posthorn

go 1.24.0

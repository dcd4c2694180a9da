#!/usr/bin/env bash
# Makes the certificates of the tests: an authority and what it signed, in the forms that keys have.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"

signed() { # name, first day, last day, kind of key ...
  name=$1 first=$2 last=$3
  shift 3
  openssl req -newkey "$@" -nodes -subj "/CN=$name" -keyout "$name.key" -out "$name.csr"
  echo 'subjectAltName=DNS:localhost,IP:127.0.0.1' >"$name.ext"
  : >index.txt
  printf '[ca]\ndefault_ca=c\n[c]\ndatabase=index.txt\nrand_serial=yes\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n' >ca.cnf
  openssl ca -config ca.cnf -batch -notext -cert authority.pem -keyfile authority.key \
    -in "$name.csr" -out "$name.pem" -extfile "$name.ext" -startdate "$first" -enddate "$last"
  rm -f "$name.csr" "$name.ext" index.txt* ca.cnf [0-9A-F]*.pem
}

curve="ec -pkeyopt ec_paramgen_curve:P-256"
# shellcheck disable=SC2086
openssl req -x509 -newkey $curve -nodes -days 36500 -sha256 -subj "/CN=Test authority" \
  -addext "basicConstraints=critical,CA:TRUE" -keyout authority.key -out authority.pem
signed first 20260101000000Z 21260101000000Z $curve
signed renewed 20260101000000Z 21260101000000Z rsa:2048
signed expired 20200101000000Z 20210101000000Z $curve
signed early 21000101000000Z 21260101000000Z $curve
openssl rsa -in renewed.key -traditional -out renewed-pkcs1.key
openssl ec -in first.key -out first-sec1.key
rm authority.key

#!/usr/bin/env bash
# Makes the certificates of the tests: an authority, what it signed, and what it did not.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
days=36500

authority() { # name
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days $days -sha256 \
    -subj "/CN=Test authority $1" -addext "basicConstraints=critical,CA:TRUE" \
    -keyout "$1.key" -out "$1.pem"
}

signed() { # name, common name, alternative names, first day, last day
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$2" \
    -keyout "$1.key" -out "$1.csr"
  printf 'subjectAltName=%s\n' "$3" >"$1.ext"
  : >index.txt
  printf '[ca]\ndefault_ca=c\n[c]\ndatabase=index.txt\nrand_serial=yes\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n' >ca.cnf
  openssl ca -config ca.cnf -batch -notext -cert authority.pem -keyfile authority.key \
    -in "$1.csr" -out "$1.pem" -extfile "$1.ext" -startdate "$4" -enddate "$5"
  rm -f "$1.csr" "$1.ext" index.txt* ca.cnf [0-9A-F]*.pem
}

chained() { # a leaf signed by an intermediate authority: the chain, and the leaf alone
  authority root
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=Test intermediate" \
    -keyout intermediate.key -out intermediate.csr
  printf 'basicConstraints=critical,CA:TRUE\n' >intermediate.ext
  openssl x509 -req -in intermediate.csr -CA root.pem -CAkey root.key -days $days -sha256 \
    -extfile intermediate.ext -out intermediate.pem
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=localhost" \
    -keyout chained.key -out chained.csr
  printf 'subjectAltName=DNS:localhost,DNS:receiver.test,IP:127.0.0.1\n' >chained.ext
  openssl x509 -req -in chained.csr -CA intermediate.pem -CAkey intermediate.key -days $days \
    -sha256 -extfile chained.ext -out unchained.pem
  cat unchained.pem intermediate.pem >chained.pem
  cp chained.key unchained.key
  rm root.key intermediate.* chained.csr chained.ext
}

selfsigned() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days $days -sha256 \
    -subj "/CN=localhost" -addext "subjectAltName=DNS:localhost,DNS:receiver.test,IP:127.0.0.1" \
    -keyout selfsigned.key -out selfsigned.pem
}

chained
selfsigned
authority authority
signed server localhost DNS:localhost,DNS:receiver.test,IP:127.0.0.1 20260101000000Z 21260101000000Z
signed expired localhost DNS:localhost,DNS:receiver.test 20200101000000Z 20210101000000Z
signed client "Posthorn test client" DNS:client.test 20260101000000Z 21260101000000Z
rm authority.key

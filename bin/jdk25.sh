# Sourced by ./posthorn and ./check: sets JAVA_HOME to an installed JDK 25, or prints what to
# install. The default `java` may be older.

is_jdk25() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] && grep -q '^JAVA_VERSION="25[."]' "$1/release"
}

find_jdk25() {
  local java_on_path candidate
  java_on_path=$(readlink -f "$(command -v java 2>/dev/null)" 2>/dev/null || true)
  for candidate in "${JAVA_HOME:-}" "${java_on_path%/bin/java}" /usr/lib/jvm/* /opt/java/* /opt/jdk* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if is_jdk25 "$candidate"; then
      JAVA_HOME=$candidate
      export JAVA_HOME
      return 0
    fi
  done
  echo "Posthorn needs JDK 25, which was not found on this machine." >&2
  echo "Install one (Debian: 'apt-get install openjdk-25-jdk-headless', or Temurin's 'temurin-25-jdk')," >&2
  echo "or set JAVA_HOME to its directory. The default 'java' may stay an older version." >&2
  return 1
}

require_maven() {
  command -v mvn >/dev/null 2>&1 && return 0
  echo "Building Posthorn needs Maven 3.8 or newer, but 'mvn' was not found." >&2
  echo "Install it: 'apt-get install maven'." >&2
  return 1
}

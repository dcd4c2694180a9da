# Sourced by ./posthorn and ./check: sets JAVA_HOME to a JDK 25, wherever one lies, or says what to
# install. The default `java` of a machine is often older; a 25 beside it is enough.

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
  echo "Posthorn needs a JDK 25, and there is none on this machine." >&2
  echo "Install one (Debian: 'apt-get install openjdk-25-jdk-headless', or Temurin's 'temurin-25-jdk')," >&2
  echo "or set JAVA_HOME to where it lies. An older default 'java' can stay as it is." >&2
  return 1
}

require_maven() {
  command -v mvn >/dev/null 2>&1 && return 0
  echo "Posthorn is built with Maven (3.8 or newer), and there is no 'mvn' on this machine." >&2
  echo "Install it: 'apt-get install maven'." >&2
  return 1
}

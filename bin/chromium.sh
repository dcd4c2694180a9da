# The browser that the console's tests use. Without it they are skipped, with the reason.
install_chromium() {
  command -v chromium >/dev/null && return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing chromium for the console's tests ..." >&2
    apt-get install -y --no-install-recommends chromium >/dev/null 2>&1 ||
      { apt-get update >/dev/null 2>&1 && apt-get install -y --no-install-recommends chromium >/dev/null 2>&1; } ||
      echo "chromium could not be installed; the console's tests are skipped." >&2
  else
    echo "chromium is not installed; the console's tests are skipped (apt-get install chromium)." >&2
  fi
}

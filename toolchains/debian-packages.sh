# Sourced, not run: Debian packages of another architecture, fetched by an apt
# with a state, a cache and sources of its own. The machine's package system stays
# as it is: no foreign architecture is added, nothing is installed, and root is
# not needed. The script that sources this has a function `fail MESSAGE`, and:
#
#   use_debian_packages ARCHITECTURE FOLDER  makes that apt in FOLDER/.apt, $apt
#                                            from then on; downloads stay there
#   apt_get ARGUMENT...                      its apt-get; what it says is in
#                                            $apt/log

# The sources of this machine's own Debian release, for another architecture.
debian_sources() {
  local release
  release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  apt-get indextargets 'Created-By: Packages' 'Component: main' \
    --format '$(REPO_URI) $(RELEASE)' |
    sort --unique |
    while read -r uri suite; do
      case "$suite" in
        "$release" | "$release-updates") ;;
        "$release-security")
          # The security index of armhf contradicts its package pool.
          [[ $1 != armhf ]] || continue
          ;;
        *) continue ;;
      esac
      echo "deb [arch=$1] $uri $suite main"
    done
}

# Proxies and keys are the machine's.
use_debian_packages() {
  local tool
  for tool in apt-get dpkg-deb; do
    command -v "$tool" > /dev/null || fail "$tool is missing: this takes Debian"
  done
  apt=$2/.apt/$1
  mkdir -p "$apt"/{state/lists/partial,cache/archives/partial}
  : > "$apt/state/status"
  debian_sources "$1" > "$apt/sources.list"
  [[ -s $apt/sources.list ]] || fail "no Debian sources in /etc/apt: this takes Debian 12"
  cat > "$apt/apt.conf" <<CONFIGURATION
#clear APT::Architectures;
#clear APT::Update::Post-Invoke;
APT::Architecture "$1";
APT::Architectures { "$1"; };
APT::Install-Recommends "false";
APT::Sandbox::User "$(id --user --name)";
APT::Keep-Downloaded-Packages "true";
Acquire::Retries "3";
Acquire::Languages "none";
Dir::State "$apt/state";
Dir::State::status "$apt/state/status";
Dir::Cache "$apt/cache";
Dir::Etc::SourceList "$apt/sources.list";
Dir::Etc::SourceParts "-";
CONFIGURATION
}

# Package mirrors fail now and then; three attempts ride out a passing fault.
apt_get() {
  local attempt
  for attempt in 1 2 3; do
    if APT_CONFIG=$apt/apt.conf apt-get -qq --yes "$@" > "$apt/log" 2>&1; then return 0; fi
    echo "$0: attempt $attempt failed: apt-get $1" >&2
    sleep $((attempt * 5))
  done
  cat "$apt/log" >&2
  fail "cannot fetch the packages; their sources are in $apt/sources.list"
}

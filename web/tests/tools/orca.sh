#!/usr/bin/env bash
# Plays games by keyboard with a real screen reader, Orca, and prints what it spoke: a screen that nobody sees, a bus and a home of their own, and a
# voice that writes into a file. QUINTET_BIN names the program; arguments go to orca.js.
#   apt-get install --no-install-recommends orca speech-dispatcher xvfb xauth openbox xdotool chromium
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${QUINTET_BIN:?must name the quintet program}"
for tool in orca speech-dispatcher Xvfb openbox xdotool dbus-run-session chromium; do
  command -v "$tool" >/dev/null || { echo "$tool is missing" >&2; exit 2; }
done

HOME=$(mktemp -d)
export HOME
trap 'rm -rf "$HOME"' EXIT
export XDG_CONFIG_HOME=$HOME/.config XDG_DATA_HOME=$HOME/.local/share XDG_CACHE_HOME=$HOME/.cache XDG_RUNTIME_DIR=$HOME/run
mkdir -p "$XDG_CONFIG_HOME/speech-dispatcher/modules" "$XDG_DATA_HOME" "$XDG_CACHE_HOME"
mkdir -m 700 "$XDG_RUNTIME_DIR"
# Without sound the usual voices hang; this one writes down what it is to say.
cat > "$XDG_CONFIG_HOME/speech-dispatcher/speechd.conf" <<CONF
LogLevel 0
LogDir "$HOME"
AudioOutputMethod "alsa"
AddModule "paper" "sd_generic" "paper.conf"
DefaultModule paper
CONF
cat > "$XDG_CONFIG_HOME/speech-dispatcher/modules/paper.conf" <<CONF
GenericExecuteSynth "printf '%s\\\\n' '\$DATA' >> $HOME/said.txt"
GenericCmdDependency "printf"
GenericLanguage "en" "en" "utf-8"
AddVoice "en" "MALE1" "male1"
DefaultVoice "male1"
CONF
# Words only, not the names of the keys that are pressed.
mkdir -p "$XDG_DATA_HOME/orca"
cat > "$XDG_DATA_HOME/orca/user-settings.conf" <<CONF
{"general": {"startingProfile": ["Default", "default"], "enableKeyEcho": false}, "pronunciations": {}, "keybindings": {},
 "profiles": {"default": {"profile": ["Default", "default"], "enableKeyEcho": false, "pronunciations": {}, "keybindings": {}}}}
CONF
export DISPLAY=:$((90 + RANDOM % 400)) ACCESSIBILITY_ENABLED=1 GTK_MODULES=gail:atk-bridge NO_AT_BRIDGE=0
Xvfb "$DISPLAY" -screen 0 1400x900x24 >/dev/null 2>&1 &
screen=$!
trap 'kill "$screen" 2>/dev/null || true; rm -rf "$HOME"' EXIT
dbus-run-session -- node tests/tools/orca.js "$@"

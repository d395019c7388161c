"""Draws the terminal client's boards as pictures: every variant, four sizes, dark and light, one sheet a variant.

usage: pictures.py QUINTET OUT-FOLDER; needs pyte and pillow, and DejaVu Sans Mono
"""
import json, os, pty, select, struct, fcntl, termios, subprocess, sys, tempfile, time, signal, random
import pyte
from PIL import Image, ImageDraw, ImageFont

QUINTET, OUT = sys.argv[1:3]
SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono%s.ttf"
PX = 12
regular, bold = (ImageFont.truetype(FONT % s, PX) for s in ("", "-Bold"))
CW, CH = int(regular.getlength("M")), 15
ANSI = dict(black="000000", red="cd3131", green="0dbc79", brown="e5e510", blue="2472c8", magenta="bc3fbc", cyan="11a8cd", white="e5e5e5")

def run(*args):
    return subprocess.run([QUINTET, *args], capture_output=True, text=True).stdout

def middle(game, variant, plies, seed):
    chance = random.Random(seed)
    position = "start"
    for _ in range(plies):
        place = [] if position == "start" else [position]
        answer = json.loads(run("moves", game, "--variant", variant, *place, "--json"))
        if answer["result"]:
            break
        move = chance.choice(answer["moves"])
        position = json.loads(run("apply", game, "--variant", variant, position, move, "--json"))["position"]
    return position

def screen(arguments, columns, lines, theme, keys=()):
    home = tempfile.mkdtemp()
    os.makedirs(home + "/config/quintet")
    with open(home + "/config/quintet/settings.json", "w") as f:
        json.dump({"animation": False, "theme": theme}, f)
    shown, stream = pyte.Screen(columns, lines), None
    stream = pyte.ByteStream(shown)
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8", HOME=home, XDG_DATA_HOME=home + "/data", XDG_CONFIG_HOME=home + "/config")
        os.execv(QUINTET, [QUINTET, *arguments])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    def drain(seconds):
        end = time.time() + seconds
        while time.time() < end:
            if select.select([fd], [], [], 0.1)[0]:
                stream.feed(os.read(fd, 65536))
    drain(1.0)
    for key in keys:
        os.write(fd, key.encode())
        drain(0.6)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(fd)
    return shown

def colour(name, fallback):
    name = ANSI.get(name, name)
    try:
        return "#" + name if len(name) == 6 and int(name, 16) >= 0 else fallback
    except ValueError:
        return fallback

def picture(shown, theme):
    paper, ink = ("#15181c", "#ebe8e2") if theme == "dark" else ("#f6f3ee", "#1f2328")
    image = Image.new("RGB", (shown.columns * CW, shown.lines * CH), paper)
    draw = ImageDraw.Draw(image)
    for y in range(shown.lines):
        for x in range(shown.columns):
            c = shown.buffer[y][x]
            fg, bg = colour(c.fg, ink), colour(c.bg, paper)
            if c.reverse:
                fg, bg = bg, fg
            draw.rectangle([x * CW, y * CH, (x + 1) * CW - 1, (y + 1) * CH - 1], fill=bg)
            if c.data.strip():
                draw.text((x * CW, y * CH), c.data, font=bold if c.bold else regular, fill=fg)
            if c.underscore:
                draw.line([x * CW, y * CH + CH - 2, (x + 1) * CW, y * CH + CH - 2], fill=fg)
    return image

PLIES = {"yoxii": 14, "isaac": 12, "qawale": 10, "differo": 16, "momentum": 14}
for line in run("games", "--json").splitlines():
    game = json.loads(line)
    for variant in game["variants"]:
        variant = variant["id"] if isinstance(variant, dict) else variant
        position = middle(game["game"], variant, PLIES.get(game["game"], 8), 3)
        for theme in ("dark", "light"):
            for columns, lines in SIZES:
                play = ["play", game["game"], "--variant", variant, "--position", position, "--first", "human", "--second", "human"]
                keys = ["\t", "\t", "\r"] if game["game"] != "momentum" else ["\t", "\t"]
                picture(screen(play, columns, lines, theme, keys), theme).save(f"{OUT}/{game['game']}-{variant}-{theme}-{columns}x{lines}.png")
        print(game["game"], variant, position, flush=True)

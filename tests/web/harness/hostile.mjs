// A repository of someone who wants to act in the browser of whoever looks at it.
import { commit, initialise } from "./shop.mjs";

export const image = "<img src=x onerror=window.attacked=1>";
export const script = "</script><script>window.attacked=1</script>";
export const link = "javascript:window.attacked=1";
const reversed = "\u202etxt.exe\u2066";

const files = {
  [`${image}.py`]: `import os\n\n\ndef victim():\n    return os.environ["${image}"]\n`,
  "a/<b>bold<b>.ts": `export class Widget {\n  "${image}"() {\n    return 1;\n  }\n  '${script}'() {\n    return this["${image}"]();\n  }\n}\n`,
  "web.py": `from flask import Flask\n\napp = Flask(__name__)\n\n\n@app.route("/${script}")\ndef attack():\n    """${image} ${script} ${link}"""\n    return "${image}"  # ${reversed}\n\n\n@app.route("${link}")\ndef follow():\n    return attack()\n`,
  [`name ${reversed}.py`]: "def hidden():\n    return 1\n",
  "tests/test_web.py": `from web import attack, follow\n\n\ndef test_attack():\n    assert attack() and follow()\n`,
};

/** Makes it at a path that does not exist: two commits, of which the last changes and adds files. */
export function makeHostile(directory) {
  initialise(directory);
  commit(directory, { "web.py": files["web.py"].replace("attack()", "None") }, image);
  commit(directory, files, `${image} ${script}`);
}

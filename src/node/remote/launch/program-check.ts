// Finds the program of a launch on its host as the launch itself will. Starts only a Python interpreter.
import { type ProgramProblem, programProblemKinds } from '#core/model/host-facts.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { runtimeTrait } from '#core/vllm/launch/runtime-traits.ts'
import type { Host } from '../host.ts'
import { runScript } from '../run-program.ts'

/** A console script that pip installed names the interpreter of its environment, which may have been moved or emptied. */
const programScript = String.raw`
word=$1; search=$2; module=$3; shift 3
cd "$HOME" 2>/dev/null
[ -z "$search" ] || PATH=$search
for folder; do PATH=$folder:$PATH; done
case $word in */*) found=$word ;; *) found=$(command -v "$word") ;; esac
[ -f "$found" ] || { echo "missing $word"; exit 0; }
[ -x "$found" ] || { echo "not-executable $found"; exit 0; }
interpreter=$(head -n 1 "$found" 2>/dev/null | LC_ALL=C sed -n 's/^#! *\(\/[^ ]*\).*/\1/p' 2>/dev/null)
[ -z "$interpreter" ] || [ -x "$interpreter" ] || { echo "no-interpreter $interpreter"; exit 0; }
case $module in
  program) python=$found ;;
  script) python=$interpreter ;;
  *) python= ;;
esac
case $python in
  *python | *python[0-9.]*)
    absent=$(timeout 20 "$python" -c 'import importlib.util as u; print(u.find_spec("vllm") is None)' 2>/dev/null </dev/null)
    [ "$absent" != True ] || echo "no-vllm $python" ;;
esac
true`

/** Null if the launch can start its program, and for a container, whose image is checked instead. */
export async function programProblem(
  host: Host,
  profile: LaunchProfile,
): Promise<ProgramProblem | null> {
  const { runtime } = profile
  const [word] = runtimeTrait(runtime).helpProgram(runtime)
  if (runtime.kind === 'docker' || word === undefined) return null
  return await searchProgram(host, profile, { word, module: moduleOf(runtime, word) })
}

/** Null if the host has a program of that name, on the PATH of the launch. */
export async function searchProgram(
  host: Host,
  { runtime, environment }: LaunchProfile,
  { word, module = '' }: Readonly<{ word: string; module?: string }>,
): Promise<ProgramProblem | null> {
  const folders = runtimeTrait(runtime).path(runtime)
  const args = [word, environment['PATH'] ?? '', module, ...folders]
  const [kind, program] = split((await runScript(host, programScript, { args })).toString().trim())
  const known = programProblemKinds.find((one) => one === kind)
  return known === undefined ? null : { kind: known, program }
}

/** Interpreter that must have vLLM: the program itself, its script's interpreter, or none. */
function moduleOf(runtime: LaunchProfile['runtime'], word: string): string {
  if (runtime.kind === 'command') {
    const module = runtime.words[runtime.words.indexOf('-m') + 1]
    return module?.startsWith('vllm') === true ? 'program' : ''
  }
  return /(^|\/)vllm$/.test(word) ? 'script' : ''
}

function split(line: string): [kind: string, program: string] {
  const space = line.indexOf(' ')
  return [line.slice(0, space), line.slice(space + 1)]
}

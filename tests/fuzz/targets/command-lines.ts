// Command lines and configurations that people paste.
import { benchServeFlags } from '#core/command-line/bench-serve-flags.ts'
import { pastedBench } from '#core/command-line/pasted-bench.ts'
import { splitShellText } from '#core/command-line/split-shell-text.ts'
import { parseFlagHelp } from '#core/vllm/parse-flag-help.ts'
import { importServeCommand } from '#core/vllm/import-serve-command.ts'
import { readConfigFile } from '#node/application/servers/profiles.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { parseBenchServe } from '../../../src/cli/arguments/parse-bench-serve.ts'
import type { FuzzTarget } from '../fuzz-target.ts'

const flagIndex = ownFlagIndex()

const shellArguments = [' ', ' \\\n ', "'", '"', '\\', ' # why\n', '$', '|', '&&', '=', ' \t']
const jsonArguments = ['{"a": 1}', '{"seed": {"b": [1]}}', '.', '.a.b', '+', ',', 'inf', 'NaN']

const bench: FuzzTarget = {
  name: 'a command that benchmarks',
  samples: [
    `vllm bench serve --model a/b --num-prompts 8 --request-rate inf --goodput ttft:200 e2el:3000`,
    `python3 benchmark_serving.py --backend vllm --extra-body '{"a": 1}' --extra-body.b.c 2 --header A=b C=d`,
    `# how\nvllm bench serve \\  # so\n  --random-mm-bucket-config '{(256, 256, 1): 0.5}' --random-range-ratio 0.2`,
  ],
  words: [
    ...benchServeFlags.map(({ flag }) => ` ${flag} `),
    ...['vllm bench serve ', 'benchmark_serving.py ', ' --no-', ' --'],
    ...shellArguments,
    ...jsonArguments,
  ],
  weight: 12,
  read: (text) => parseBenchServe(pastedBench(text).args),
}

const serve: FuzzTarget = {
  name: 'a command that starts a server',
  samples: [
    'HF_TOKEN=x vllm serve org/model --tensor-parallel-size 2 -O3 --speculative-config.method ngram',
    `docker run --gpus all -e HF_TOKEN=x vllm/vllm-openai:latest --model a/b --api-key 'k' --max-model-len 8k`,
  ],
  words: [
    ...flagIndex.flags.map(({ name }) => ` --${name} `),
    ...['vllm serve m ', ' -tp ', ' -O', ' --model=', ' -e A=b ', '--hf-overrides.a.b '],
    ...shellArguments,
    ...jsonArguments,
  ],
  weight: 8,
  read: (text) => importServeCommand(text, flagIndex),
}

const shell: FuzzTarget = {
  name: 'words of a shell',
  samples: [`a 'b c' "d \\" e" f\\ g`],
  words: shellArguments,
  weight: 4,
  read: (text) => splitShellText(text),
}

const help: FuzzTarget = {
  name: 'the help of a server',
  samples: [
    'ModelConfig:\n  Model configuration.\n\n  --model MODEL         Name. (default: a/b)\n' +
      '  --dtype {auto,half}, -d {auto,half}\n                        Type. (default: auto)\n' +
      '  --enable-lora, --no-enable-lora\n                        (default: False)\n',
  ],
  words: [
    '\n',
    '  --',
    '    ',
    '(default: ',
    ')',
    '{a,b}',
    ', --no-',
    'Group:\n',
    '[N ...]',
    ' -x X',
  ],
  weight: 4,
  read: (text) => parseFlagHelp(text, flagIndex),
}

const configFile: FuzzTarget = {
  name: 'a configuration file of a server',
  samples: [
    'model: a/b\ntensor-parallel-size: 2\nhf_overrides:\n  a: [1, {b: c}]\nno-enable-lora: true\n',
  ],
  words: [
    '\n',
    ': ',
    '- ',
    '  ',
    '&a ',
    '*a',
    '<<: ',
    '? ',
    '!!js/function ',
    '|',
    '>-',
    '"',
    '[',
    '{a: ',
  ],
  weight: 4,
  read: readConfigFile,
}

export const commandLineTargets: readonly FuzzTarget[] = [bench, serve, shell, help, configFile]

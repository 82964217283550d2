// What hosts and servers say of themselves: logs, metrics, facts, and how to reach them.
import { deepStrictEqual } from 'node:assert'
import { writeFileSync } from 'node:fs'
import { hostFacts } from '#core/host/host-report.ts'
import { findFailure } from '#core/vllm/log/find-failure.ts'
import { lineSplitter, parseLogLine, withoutSecrets } from '#core/vllm/log/log-line.ts'
import { afterLine, beginStartup } from '#core/vllm/log/startup-progress.ts'
import { parseMetricsText } from '#core/base/metrics-text.ts'
import { readServerCounters } from '#core/vllm/server-counters.ts'
import { readSshConfig } from '#node/remote/ssh/ssh-config-file.ts'
import type { FuzzTarget } from '../fuzz-target.ts'
import { fuzzFile } from '../fuzz-file.ts'

const log: FuzzTarget = {
  name: 'the log of a server',
  samples: [
    '(APIServer pid=12) INFO 11-21 14:30:00 [api_server.py:1] vLLM API server version 0.30.0\n' +
      "(APIServer pid=12) INFO 11-21 14:30:01 [utils.py:233] non-default args: {'api_key': ['s3cret']}\n" +
      'Loading safetensors checkpoint shards:  50% Completed | 1/2 [00:01<00:01]\r' +
      '(EngineCore pid=13) ERROR 11-21 14:30:09 [core.py:1] torch.OutOfMemoryError: CUDA out of memory.\n',
  ],
  words: [
    ...[
      '(Worker_TP0 pid=1) ',
      'INFO ',
      'ERROR ',
      '11-21 14:30:00 ',
      '[a.py:1] ',
      '\n',
      '\r',
      '\r\n',
    ],
    ...[
      'Loading checkpoint shards: ',
      '10% Completed',
      'api_key=',
      '--api-key ',
      'hf_abcdefgh',
      'Bearer ',
    ],
    ...[
      'CUDA out of memory. Tried to allocate ',
      'GiB',
      'Traceback',
      'ValueError: ',
      'GPU KV cache size: ',
    ],
  ],
  weight: 10,
  read(text, cuts) {
    const places = cuts.map((share) => Math.floor(share * text.length)).toSorted((a, b) => a - b)
    const lines = linesOf(
      [...places, text.length].map((end, i) => text.slice(places[i - 1] ?? 0, end)),
    )
    deepStrictEqual(lines, linesOf([text]))
    const safe = lines.map(withoutSecrets)
    findFailure(safe)
    return safe.reduce(
      (progress, line) => afterLine(progress, parseLogLine(line).message, 0),
      beginStartup(0),
    )
  },
}

function linesOf(pieces: readonly string[]): string[] {
  const splitter = lineSplitter()
  const lines = pieces.flatMap((piece) => splitter.add(piece))
  return [...lines, splitter.rest()].filter((line) => line !== '' && line !== '\r')
}

const metrics: FuzzTarget = {
  name: 'the metrics of a server',
  samples: [
    '# HELP x y\n# TYPE vllm:prompt_tokens_total counter\nvllm:prompt_tokens_total{model_name="a",engine="0"} 1.0\n' +
      'vllm:time_to_first_token_seconds_bucket{le="+Inf"} 3\nvllm:cache_config_info{num_gpu_blocks="7"} 1\n',
  ],
  words: [
    '{',
    '}',
    '="',
    '",',
    ' 1',
    '\n',
    'vllm:a',
    'le="+Inf"',
    '\\"',
    '\\n',
    ' +Inf',
    '# ',
    'x{a="b"} 1\n',
  ],
  weight: 8,
  read(text) {
    readServerCounters(text)
    return parseMetricsText(text)
  },
}

const facts: FuzzTarget = {
  name: 'the report of a host',
  samples: [
    '@@kneepoint system\nLinux\n@@kneepoint gpus\n0, NVIDIA H100, 81559, 0, GPU-1\n@@kneepoint memory\nMemTotal: 1 kB\n',
  ],
  words: [
    '@@kneepoint',
    ' gpus\n',
    ' memory\n',
    '\n',
    ', ',
    'MemTotal: ',
    ' kB',
    'GPU-',
    'MiB',
    '[N/A]',
  ],
  weight: 4,
  read: (text) => hostFacts(text, 0),
}

const sshConfig: FuzzTarget = {
  name: 'a configuration of SSH',
  samples: [
    'Host gpu-* !gpu-9\n  HostName %h.example\n  ProxyJump jump,admin@edge:2222\n  Port 22\nMatch host x exec "true"\n  User me\n',
  ],
  words: [
    ...[
      'Host ',
      'Match ',
      'HostName ',
      'ProxyJump ',
      'IdentityFile ',
      'Include nothing-here',
      '\n',
      '\n  ',
    ],
    ...['*', '?', '!', '%h', '"', '=', ' # x', 'all', 'canonical ', 'originalhost '],
  ],
  weight: 3,
  read(text) {
    const file = fuzzFile('config')
    writeFileSync(file, text)
    const config = readSshConfig(file)
    const settings = ['gpu-1', '__proto__'].map((name) =>
      config.settingsFor({ name, user: null, port: null }),
    )
    return [config.aliases(), ...settings]
  },
}

export const hostTextTargets: readonly FuzzTarget[] = [log, metrics, facts, sshConfig]

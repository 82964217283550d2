// Output paths of a run, checked for writability before it starts.
import path from 'node:path'
import type { OutputOptions } from '#core/flags/output.ts'
import { resultFileName } from '#core/report/result-file/result-json.ts'
import { expandHome } from '#node/files/data-folder.ts'
import { requireWritableFile } from '#node/files/write-file.ts'
import type { BenchServeArguments } from '../arguments/parse-bench-serve.ts'
import { resultFiles, type ResultFileKind } from './result-files.ts'

export function wantsFiles(output: OutputOptions): boolean {
  return resultFiles.some(({ wanted }) => wanted(output))
}

type Target = Readonly<{ kind: ResultFileKind; file: string; isAppended: boolean }>

/** `name` is the default name of the result file. */
export function targetsOf(output: OutputOptions, name: string): readonly Target[] {
  const result = path.resolve(expandHome(output.resultDir ?? '.'), output.resultFilename ?? name)
  return resultFiles
    .filter(({ wanted }) => wanted(output))
    .map(({ kind, ending }) => ({
      kind,
      file: ending === null ? result : withEnding(result, ending),
      isAppended: ending === null && output.appendResult,
    }))
}

/** Derived names differ from the final ones only in the time, and in the model if the server names it. */
export function requireWritableTargets({
  config,
  output,
}: Pick<BenchServeArguments, 'config' | 'output'>): void {
  const name = resultFileName(config, Date.now())
  for (const { file } of targetsOf(output, name)) requireWritableFile(file)
}

function withEnding(file: string, ending: string): string {
  const { dir, name } = path.parse(file)
  return path.join(dir, name + ending)
}

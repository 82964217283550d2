// Every sentence on what failed or stands against something: in English, as it is said where it arises, and in Chinese.
import { fileProblemsZh } from './file-problems.ts'
import { hostProblemsZh } from './host-problems.ts'
import { kneeSentencesZh } from './knee-sentences.ts'
import { launchFailuresZh } from './launch-failures.ts'
import { launchProblemsZh } from './launch-problems.ts'
import { problemsZh } from './problems.ts'
import { reasonWordsZh } from './reason-words.ts'
import { runProblemsZh } from './run-problems.ts'
import { serverProblemsZh } from './server-problems.ts'
import { workloadProblemsZh } from './workload-problems.ts'

export const allProblemsZh: Readonly<Record<string, string>> = {
  ...problemsZh,
  ...launchProblemsZh,
  ...launchFailuresZh,
  ...hostProblemsZh,
  ...runProblemsZh,
  ...serverProblemsZh,
  ...workloadProblemsZh,
  ...fileProblemsZh,
  ...reasonWordsZh,
  ...kneeSentencesZh,
}

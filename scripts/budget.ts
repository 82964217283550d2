// Upper limits of the figures of the source tree; `npm run check` fails above them. Lines are rounded up to the next 250 and
// files to the next ten, so that changes made at the same time do not all edit one number. To raise a limit, write beside
// it why the tree cannot stay below. Lower it when a change makes room.
import type { SourceFigures } from './source-figures.ts'

type Limit = Readonly<{ most: number; because: string }>

const reached = 'as reached; lower it with each change that makes room'

/** One line per capability that made the tree longer. */
const capabilities = [
  '2,700 lines of the twin and its predictions, 850 of them in the window',
  '1,600 of the composer of questions',
  '1,250 of mixtures, series of rates, the sweep command of vLLM, starts and rehearsals',
  '1,000 of reports and summaries of MLPerf Endpoints',
  '880 of the page of every result, its curve over the offered load and requests in flight',
  '2,700 of the gate in the window and of features with a service, a record and a form of their own; 600 of compared curves',
  '500 of the chat check',
  '300 of how long the runs of a search last',
  '190 of rows of traces that are read without a schema',
  '130 of Chinese texts that load when they are spoken',
  '400 of kept workloads',
  '400 of summaries in the process that prepared the run',
  '390 of the signs of a capacity and of intervals of computed percentiles',
  '250 of traces whose lines before a window are skipped as bytes',
  '310 of trends and comparisons on the page of a result',
  '480 of the fluidity of streams, audits of cached outputs, anomalies and agents of MLPerf Endpoints, and what verify advises',
  '530 of gates without runs and gate files in the window, and of lists with one Tab stop',
  '250 of the load beside the capacity that a run shows',
  '420 of recordings from the page of a server, 190 of reports of llm-d, 250 of units by page and heads of saved images',
  '150 of signs near the capacity, 60 of steps that wait for memory',
  '290 of bodies from templates and vocabularies that are encoded as a whole',
  '680 of byte pairs that are encoded without the library, with half of its memory and time',
  '240 of forecasts of precision, 90 of the times of a tail, 70 of causes of failed starts',
  '320 of what public issues show of failed starts, gateways, ProxyCommand and pasted commands; 60 of texts of any script without the library',
  '200 of tables that are kept of a tokenizer; 400 of certificates, settings of ssh -G and metrics of other engines; 130 of the states that a tail has seen',
  '230 of waits for the KV cache that a run did not see, also in searches and limits; 330 of datasets, tokenizers and failed starts under the names of other tools; 120 of tunings, voices and ways of decoding that can be deleted',
  '300 of failed starts, exporters of GPUs, engines, streams and refused keys that public reports name',
  '30 of typed calls and of pages about runs that features bring, 100 of datasets that features bring, 10 of sessions that end with their simulator',
  '70 of prompts of token ids, formats of files by name and cut tokenizers',
  '130 of summaries of EvalScope with the files beside them',
  '280 of full times that a run did not see, of intervals and rates that say nothing, and of latencies far beyond a limit',
  '50 of counts of llama.cpp and compressed responses of gateways',
  '50 of AMD GPUs that the driver lists',
  '150 of results and datasets in further forms: GenAI-Perf without a count, records of AIPerf, YAML, transcripts',
  '80 of starts in podman, apptainer and enroot, of modules, conda and SGLang',
  '130 of lists of models, counts, reasoning and errors in the forms of gateways',
  '110 of launches of several servers that a feature brings, 60 of agents that can be deleted',
  '60 of chat templates for tools and tokenizers that must be converted, 30 of proxies that refuse, 20 of events of gateways, 60 of SGLang’s watchdog and remedies',
  '300 of certificates of hosts, which ssh2 does not verify',
  '70 of events of other APIs and failed starts of MPI',
  '510 of chat templates as Python renders them, which the library does not',
  '380 of servers that stand still or refuse load, which were gaps and errors before',
  '110 of containers that commands of users start, 80 of prompts for second factors',
  '140 of KnownHostsCommand and CheckHostIP, which `ssh` counts',
  '140 of the part of a latency that neighbours share, which makes its intervals narrower',
  '140 of several URLs, which a feature brings',
  '120 of limits at loads that show nothing, gaps of curves, sizes by a capacity, and host keys, proxies and streams in further forms',
  '260 of vocabularies with merges, without a tokenizer.json, and of classes of tokenizers',
  '265 of Ollama’s own API, of which 100 are streams of lines in the base',
  '250 of failed starts of other servers, parts of values, proxies before a chat and wrong codes',
  '160 of full URLs, of capacities that change during a run and of widths in words',
  '100 of first rounds of closed loops, which had no mean TTFT, and of ramps, which have no interval',
  '245 of failed starts, reasoning beside the completion, paths and values of rows, as public reports show them',
  '85 of failures of podman, apptainer, registries and scripts, rejections that are quoted and tables of AIPerf',
  '170 of conversations and traces that ask for more than a server answers',
  '70 of runs with a figure that cannot be stored, which keep the others',
  '80 of rates of conversations and agents in their own unit, on every surface',
  '45 of overloads, whose waits have no interval, and of TTFT as a part of E2EL',
  '330 of the work and the pace of runs without a rate, whose intervals were two to five times as wide',
  '110 of arguments, JSON and Slurm jobs as people write them',
  '180 of the pace of each of several servers, one of which may fall behind alone',
].join('; ')

export const budget: Readonly<Record<keyof SourceFigures, Limit>> = {
  files: {
    most: 2_040,
    because: `${reached}; one holds containers of commands and one KnownHostsCommand, two standstills and refusals of servers; fourteen hold Chinese texts of features, which a window in English does not load, and each feature that leaves the base brings a registration; three name questions apart from their forms, so that a first view is 6 % smaller; seven are the parts of trajectories, of which a feature took 480 lines from the base; eight are energy, of which a feature took 250`,
  },
  folders: {
    most: 207,
    because:
      'as reached; four are the parts of the feature that records traffic from the window, fifty-two those of features that took 19,650 lines from the base; one holds the drafts of a launch',
  },
  deepestLevel: { most: 3, because: 'three folders below a runtime' },
  lines: { most: 194_680, because: `as reached, with ${capabilities}` },
  baseLines: {
    most: 159_180,
    because:
      'what a feature takes with it makes room; lower it; 60 are chat templates for tools and tokenizers that must be converted, 30 proxies that refuse, 20 events of gateways, 300 certificates of hosts, 140 KnownHostsCommand and CheckHostIP, 110 containers of commands, 510 chat templates as Python renders them, 380 standstills and refusals of servers, 260 vocabularies with merges, 100 streams of lines, 250 failed starts, values, proxies and codes, 90 capacities that change and widths in words, 80 rates of conversations and agents in their unit, 100 first rounds and ramps, 45 overloads, whose waits have no interval, 220 prompts that count as work, capacities that are lost, and the pace and tokens of closed loops, 70 arguments and jobs that hosts refuse, 100 what a server carried under a ramp, 180 the pace of each of several servers',
  },
  longestPath: { most: 60, because: reached },
  foldersInCycles: { most: 0, because: 'a folder imports only the floors below it' },
  mutualPairs: { most: 0, because: 'a folder imports only the floors below it' },
  secondHeaders: { most: 0, because: 'one header per file' },
  oddComments: { most: 0, because: 'docs/contributing has the words' },
  participleTypes: { most: 0, because: 'types are nouns of the field' },
  cellAndFigureTypes: { most: 12, because: 'those of tables and of sentences' },
}

/** One sentence per figure above its limit. */
export function beyondBudget(figures: SourceFigures): readonly string[] {
  const names = Object.keys(budget) as (keyof SourceFigures)[]
  return names
    .filter((name) => figures[name] > budget[name].most)
    .map(
      (name) =>
        `${name} is ${figures[name]}; scripts/budget.ts allows ${budget[name].most}. Make the tree smaller, or raise the ` +
        'limit with a reason.',
    )
}

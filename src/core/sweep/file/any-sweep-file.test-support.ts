// Arbitrary sweep files that can be written, for tests.
import fc from 'fast-check'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { figureTraits, isLatency, limitedFigures } from '#core/metrics/figures.ts'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { simulatorSpecSchema } from '#core/model/server.ts'
import { type SweepFile, sweepFileSchema, type SweepLimit } from '#core/model/sweep.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0)
const positive = fc.double({ min: 0.001, max: 1e6, noNaN: true })
const count = fc.integer({ min: 1, max: 9999 })
const text = fc.string({ minLength: 1, maxLength: 40 })
const plainValue = fc.oneof(fc.boolean(), count, positive, text, fc.array(text, { maxLength: 3 }))

export const anyLimit: fc.Arbitrary<SweepLimit> = fc.constantFrom(...limitedFigures).chain((name) =>
  fc.record({
    name: fc.constant(name),
    percentile: isLatency(name)
      ? fc.option(fc.double({ min: 0, max: 100, noNaN: true }).map((value) => value + 0))
      : fc.constant(null),
    bound: figureTraits[name].family === 'share' ? share : positive,
  }),
)

const anySetting = fc.record({
  benchmark: fc.record(
    {
      randomInputLen: count,
      burstiness: positive,
      ignoreEos: fc.boolean(),
      label: fc.option(text),
      metricPercentiles: fc.array(
        count.map((value) => value % 100),
        { minLength: 1, maxLength: 3 },
      ),
      seed: count,
    },
    { requiredKeys: [] },
  ),
  server: fc.record(
    {
      'max-num-seqs': count,
      'max-num-batched-tokens': fc.constantFrom('8k', 2048),
      'enable-lora': fc.boolean(),
      seed: count,
      'of-a-plugin': plainValue,
      Strange_Name: plainValue,
    },
    { requiredKeys: [] },
  ),
})

const anySearch = fc
  .oneof(
    fc.record({
      kind: fc.constant('curve' as const),
      over: fc.constantFrom('requestRate' as const, 'maxConcurrency' as const),
      from: positive,
      upTo: positive,
      mostRuns: fc.integer({ min: 3, max: 200 }),
    }),
    fc.record({
      kind: fc.constant('capacity' as const),
      over: fc.constantFrom('requestRate' as const, 'maxConcurrency' as const),
      from: positive,
      upTo: positive,
      mostRuns: fc.integer({ min: 3, max: 200 }),
      precision: fc.double({ min: 0.005, max: 0.5, noNaN: true }),
    }),
  )
  .map((search) => ({ ...search, upTo: search.from + search.upTo }))

const anyProfile = fc
  .record({
    name: text,
    runtime: fc.constantFrom(
      { kind: 'program' as const, program: 'vllm' },
      { kind: 'docker' as const, image: 'vllm/vllm-openai:v0.30', options: ['--shm-size=8g'] },
    ),
    config: fc.record({
      model: text,
      flags: fc.record({ 'max-num-seqs': count, 'of-a-plugin': plainValue }, { requiredKeys: [] }),
      rawArguments: fc.array(text, { maxLength: 2 }),
    }),
    environment: fc.constantFrom({}, { HF_HOME: '/models' }),
    secretNames: fc.constantFrom([], ['HF_TOKEN']),
    gpus: fc.option(fc.constantFrom(['0', '1'])),
    port: fc.option(fc.integer({ min: 1, max: 65535 })),
    job: fc.constantFrom(
      null,
      { partition: 'gpu', nodes: 2, gpusPerNode: 'h100:8', setup: 'module load cuda' },
      { timeLimit: '4:00:00', options: ['--exclusive'], loadNodes: 4 },
    ),
  })
  .map((profile) => launchProfileSchema.parse(profile))

const anyName = fc.option(text)
const anyServer = fc.oneof(
  fc.record({ kind: fc.constant('known' as const), name: text }),
  fc.record({
    kind: fc.constant('attached' as const),
    name: anyName,
    spec: fc.constantFrom(
      { kind: 'attached' as const, baseUrl: 'http://gpu-03:8000' },
      { kind: 'attached' as const, baseUrl: 'http://gpu-03:8000', gpuCount: 8 },
    ),
  }),
  fc.record({
    kind: fc.constant('simulator' as const),
    name: anyName,
    spec: fc
      .record({
        preset: text,
        startupS: share,
        seed: count,
        slowdown: fc.option(share, { nil: undefined }),
        port: fc.option(fc.constant(8100)),
        flags: fc.constantFrom({}, { 'max-num-seqs': 64, 'of-a-plugin': 1 }),
      })
      .map((spec) => simulatorSpecSchema.parse({ kind: 'simulator', ...spec })),
  }),
  fc.record({
    kind: fc.constant('launched' as const),
    name: anyName,
    host: text,
    profile: fc.oneof(text, anyProfile),
  }),
)

const anyRate = fc.oneof(positive, fc.constant('inf' as const))

export const anySweepFile: fc.Arbitrary<SweepFile> = fc
  .record({
    plan: fc.record({
      name: text,
      config: fc
        .record({
          numPrompts: count,
          randomInputLen: count,
          label: fc.option(text),
          topP: fc.option(share),
        })
        .map((fields) => ({ ...defaultBenchmarkConfig, ...fields })),
      requestRates: fc.array(anyRate, { minLength: 1, maxLength: 5 }),
      maxConcurrencies: fc.array(fc.option(count), { minLength: 1, maxLength: 3 }),
      secondsPerPoint: fc.option(positive),
      axes: fc.array(
        fc.record({ name: text, settings: fc.array(anySetting, { minLength: 1, maxLength: 4 }) }),
        { maxLength: 3 },
      ),
      excluded: fc.array(anySetting, { maxLength: 2 }),
      omitted: fc.array(text, { maxLength: 2 }),
      repeats: fc.integer({ min: 1, max: 100 }),
      order: fc.constantFrom('ascending' as const, 'shuffled' as const),
      limits: fc.array(anyLimit, { maxLength: 3 }),
      search: fc.option(anySearch),
      warmUpS: fc.integer({ min: 0, max: 3600 }),
      coolDownS: fc.integer({ min: 0, max: 3600 }),
      retries: fc.integer({ min: 0, max: 10 }),
      stopsWhenSaturated: fc.boolean(),
      resetsCaches: fc.boolean(),
      price: fc.option(
        fc.record({ perHour: positive, currency: fc.constantFrom('USD', '€', 'a b') }),
      ),
    }),
    servers: fc.array(anyServer, { maxLength: 3 }),
  })
  .map((file) => sweepFileSchema.parse(file))

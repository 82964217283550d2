// Paths of a launch profile that begin with `~` as the whole paths they stand for: no shell will read them.
import type { LaunchProfile, ServeRuntime } from '#core/model/server/launch-profile.ts'

export function inHome(profile: LaunchProfile, home: string): LaunchProfile {
  const whole = (path: string) => path.replace(/^~(?=\/|$)/, () => home)
  const { config, runtime } = profile
  return {
    ...profile,
    runtime: runtimeInHome(runtime, whole),
    config: { ...config, model: whole(config.model) },
  }
}

function runtimeInHome(runtime: ServeRuntime, whole: (path: string) => string): ServeRuntime {
  switch (runtime.kind) {
    case 'program':
      return { ...runtime, program: whole(runtime.program) }
    case 'environment':
      return { ...runtime, folder: whole(runtime.folder) }
    case 'command':
      return { ...runtime, words: runtime.words.map(whole) }
    case 'docker':
      return runtime
  }
}

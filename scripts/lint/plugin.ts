// Rules of this repository: the walls of features, the floors of src/core and the zones of src/node.
import { doorRule } from './doors.ts'
import { featureRule } from './features.ts'
import { floorRule } from './floors.ts'
import { registryOrderRule } from './registry-order.ts'
import { zoneRule } from './zones.ts'

const plugin = {
  meta: { name: 'kneepoint' },
  rules: {
    doors: doorRule,
    features: featureRule,
    floors: floorRule,
    'registry-order': registryOrderRule,
    zones: zoneRule,
  },
}

// Oxlint loads the default export.
export default plugin

// The script of a report's page, which is one file on disk: draws its charts, sorts its table, looks closer.
import { drawCurve } from './curve.ts'
import { drawDetail } from './detail.ts'
import { drawHeat } from './heat.ts'
import { wirePointTable } from './point-table.ts'

drawCurve()
drawHeat()
wirePointTable()
drawDetail()

// Figures of what a package can plan for a flock or a pond: numeric fields of their events (animal 9; domain dictionary 5.1, params bounds).
import { figuresOf } from '../kernel/step-bounds.ts'
import { aquacropEvents, plannedPondEvents } from './aquacrop-events.ts'
import { plannedFlockEvents, poultrybatchEvents } from './poultrybatch-events.ts'

export const flockFigures = figuresOf(plannedFlockEvents, poultrybatchEvents)
export const pondFigures = figuresOf(plannedPondEvents, aquacropEvents)

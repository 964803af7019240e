// Figures of what a package can plan for a crop: numeric fields of the events of a crop and of its ground (domain dictionary 5.1, params bounds).
import { groundEvents } from '../kernel/ground-events.ts'
import { figuresOf } from '../kernel/step-bounds.ts'
import { plannedTypes } from '../kernel/terms.ts'
import { cropEvents } from './crop-events.ts'

export const cropFigures = figuresOf(plannedTypes, cropEvents, groundEvents)

// Figures of what a package can plan for a crop: numeric fields of the events of a crop and of its ground (domain dictionary 5.1, params bounds).
import { figuresOf } from '../kernel/step-bounds.ts'
import { plannedTypes } from '../kernel/terms.ts'
import { croppingsystem } from '../land/croppingsystem.ts'
import { cropEvents } from './crop-events.ts'

export const cropFigures = figuresOf(plannedTypes, cropEvents, croppingsystem.events)

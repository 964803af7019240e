// How long a training is, in quarters of an hour, for the group that gives it and for each member who came (domain dictionary 3.1, 5.4).
import { quantity } from '../kernel/kinds.ts'

export const trainingHours = quantity('Hours', 'h', { min: 0.5, max: 8, decimals: 2 })

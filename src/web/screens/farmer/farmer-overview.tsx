// A farmer at a glance: kilograms of the season from cap to delivered, the crops with their stage, the plots, what happened last.
export {}

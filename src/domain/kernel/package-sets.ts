// How many crops, flocks or ponds are looked at, or follow a package of practices, in one call.
export const mostFollowersAtOnce = 200

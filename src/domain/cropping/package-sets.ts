// How many crops are looked at, or follow a package of practices, in one call.
export const mostFollowersAtOnce = 200

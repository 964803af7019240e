// What is said to somebody who may not come in (specification section 5): by the server on every call, by the browser as a
// toast before it signs them out. One place, because the browser knows the refusal by its words.
export const notAllowed = 'You are not allowed to login.'

/** In place of a connection's id: all records of this page as one. No id of a connection is spelled so. */
export const ALL = '*'

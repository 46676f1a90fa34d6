# inlined: action_list.py is only used uncompiled and is not compiled itself
cdef extern from *:
    """
    #define QX_KEPT_BITS 14  /* 7 of the origin and 7 of the target: a board with up to 128 cells has no collisions */
    static PyObject *qx_kept[1 << QX_KEPT_BITS];
    static int qx_kept_actions[1 << QX_KEPT_BITS];

    /* Insertion sort: games write their actions nearly sorted. */
    static void qx_sort_actions(int *actions, int count) {
        for (int i = 1; i < count; i++) {
            int action = actions[i], at = i;
            for (; at > 0 && actions[at - 1] > action; at--) actions[at] = actions[at - 1];
            actions[at] = action;
        }
    }
    static inline PyObject *qx_number(int action) {
        int slot = (action >> 3 & ~127 | action & 127) & ((1 << QX_KEPT_BITS) - 1);
        if (!qx_kept[slot] || qx_kept_actions[slot] != action) {
            PyObject *made = PyLong_FromLong(action);
            if (!made) return NULL;
            Py_XSETREF(qx_kept[slot], made);
            qx_kept_actions[slot] = action;
        }
        Py_INCREF(qx_kept[slot]);
        return qx_kept[slot];
    }
    static PyObject *qx_listed(const int *actions, int count) {
        PyObject *list = PyList_New(count);
        for (int i = 0; list && i < count; i++) {
            PyObject *number = qx_number(actions[i]);
            if (number) PyList_SET_ITEM(list, i, number); else Py_CLEAR(list);
        }
        return list;
    }
    static inline int qx_has_action(const int *actions, int count, int action) {
        int found = 0;
        for (int i = 0; i < count; i++) found |= actions[i] == action;
        return found;
    }

    static inline int qx_plain(PyObject *object) {
        int overflow;
        long number = PyLong_CheckExact(object) ? PyLong_AsLongAndOverflow(object, &overflow) : -1;
        return number < 0 || number > 0x7FFFFFFF ? -1 : (int)number;
    }

    /* Only the holder of the GIL keeps and recalls. A search may forget, but never somebody else's actions. */
    static int qx_last_list[1024], qx_last_count;
    static PyObject *volatile qx_last_owner;
    static inline void qx_keep(PyObject *owner, const int *actions, int count) {
        memcpy(qx_last_list, actions, count * sizeof(int));
        qx_last_count = count;
        qx_last_owner = owner;
    }
    static inline int qx_recall(PyObject *owner, int action) {
        return qx_last_owner == owner ? qx_has_action(qx_last_list, qx_last_count, action) : -1;
    }
    static inline void qx_forget(PyObject *owner) { if (qx_last_owner == owner) qx_last_owner = NULL; }
    """
    void sort "qx_sort_actions" (int* actions, int count) noexcept nogil
    list listed "qx_listed" (int* actions, int count)
    bint has "qx_has_action" (int* actions, int count, int action) noexcept nogil
    int plain "qx_plain" (object action)
    void keep "qx_keep" (object owner, int* actions, int count)
    int recall "qx_recall" (object owner, int action) noexcept nogil
    void forget "qx_forget" (object owner) noexcept nogil

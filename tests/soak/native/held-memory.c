// A function for Node: gives back to the system what malloc keeps for later, and tells how many bytes are in use where
// JavaScript runs. The few declarations of Node-API stand here, so that no headers are needed to build it.
#include <malloc.h>
#include <stddef.h>

typedef struct Environment *napi_env;
typedef struct Value *napi_value;
typedef struct CallbackInfo *napi_callback_info;
typedef napi_value (*napi_callback)(napi_env env, napi_callback_info info);

extern int napi_create_double(napi_env env, double value, napi_value *result);
extern int napi_create_function(napi_env env, const char *name, size_t length, napi_callback call,
                                void *data, napi_value *result);

static napi_value held_bytes(napi_env env, napi_callback_info info) {
  (void)info;
  malloc_trim(0);
  struct mallinfo2 known = mallinfo2();
  napi_value result = NULL;
  napi_create_double(env, (double)(known.uordblks + known.hblkhd), &result);
  return result;
}

/** Called by Node; the function is what the module is. */
napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value result = exports;
  napi_create_function(env, "heldBytes", sizeof "heldBytes" - 1, held_bytes, NULL, &result);
  return result;
}
